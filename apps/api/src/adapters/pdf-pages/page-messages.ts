import { z } from 'zod';

/** Why a PDF cannot be shown. */
const pdfFailure = z.enum(['password', 'damaged', 'too-large', 'no-page']);
export type PdfFailure = z.infer<typeof pdfFailure>;

const failed = z.object({ failure: pdfFailure });

/** In points, 72 to an inch. */
const pageSize = z.object({ width: z.number(), height: z.number() });
export type PageSize = z.infer<typeof pageSize>;

/** The pages of a PDF; sizes are given for the first pages only. */
export const pdfDescription = z.object({ pageCount: z.int(), sizes: z.array(pageSize) });
export type PdfDescription = z.infer<typeof pdfDescription>;

/** Sent when the PDF was opened. */
export const openedPdf = z.union([pdfDescription, failed]);

/** The request: a page number, starting at 1, and a width in pixels. The bytes of an overlay follow. */
export const pageRequest = z.object({ page: z.int(), width: z.int(), overlayBytes: z.int() });
export type PageRequest = z.infer<typeof pageRequest>;

/** The bytes of the image follow. */
export const drawnPage = z.union([z.object({ width: z.int(), height: z.int(), sizeBytes: z.int() }), failed]);
export type DrawnPage = z.infer<typeof drawnPage>;
