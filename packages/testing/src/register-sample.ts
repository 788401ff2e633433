import { existsSync } from 'node:fs';
import path from 'node:path';

const file = path.resolve(import.meta.dirname, '../../../../shared/data/nppes_sample.csv');

/** The path of a thousand real rows of the provider register, which some machines have beside the repository; null elsewhere. */
export const registerSample = existsSync(file) ? file : null;
