import { confinedPrograms, ensureBuilt } from '../launcher/builds.js';

/** Vitest global setup: tests run the programs for untrusted input as they are shipped. */
export default () => ensureBuilt(process.execPath, [confinedPrograms]);
