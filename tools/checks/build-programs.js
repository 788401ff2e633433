import { confinedPrograms, ensureBuilt } from '../launcher/builds.js';

/** Vitest global setup: tests run the programs for untrusted input in their production build. */
export default () => ensureBuilt(process.execPath, [confinedPrograms]);
