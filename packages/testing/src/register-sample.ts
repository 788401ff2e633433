import { existsSync } from 'node:fs';
import path from 'node:path';

const file = path.resolve(import.meta.dirname, '../../../../shared/data/nppes_sample.csv');

/** Path of a sample with a thousand real rows of the provider register, next to the repository; null if missing. */
export const registerSample = existsSync(file) ? file : null;
