import { z } from 'zod';

/** Why a PDF cannot be stamped. */
const stampFailure = z.enum(['password', 'damaged', 'too-large']);
export type StampFailure = z.infer<typeof stampFailure>;

/** The header; the bytes of the overlay and the framed PDF follow. */
export const stampRequest = z.object({ overlayBytes: z.int() });

/** The bytes of the stamped PDF follow. */
export const stampResponse = z.union([z.object({ sizeBytes: z.int() }), z.object({ failure: stampFailure })]);
export type StampResponse = z.infer<typeof stampResponse>;
