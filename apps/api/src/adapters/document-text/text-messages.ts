import { phiKinds } from '@handover/domain/phi/phi-kinds.ts';
import { z } from 'zod';

export const textFormats = ['pdf', 'docx', 'xlsx', 'pptx', 'email', 'csv', 'text'] as const;
export type TextFormat = (typeof textFormats)[number];

const textPage = z.object({
  /** The name of a sheet, or the kind of page; null if the number is enough. */
  title: z.string().nullable(),
  text: z.string(),
});
export type TextPage = z.infer<typeof textPage>;

/** The text of a file by page, slide, or sheet; other files are one page. */
const documentText = z.object({
  pages: z.array(textPage),
  /** The file has more text than was read. */
  isCut: z.boolean(),
  /** The scan did not cover the whole file either, as with a very long PDF or the attachments of an email. */
  isPartlyScanned: z.boolean(),
  /** Possible patient identifiers in the text that was read. */
  findings: z.array(
    z.object({ kind: z.enum(phiKinds), page: z.int(), column: z.string().nullable(), excerpt: z.string() }),
  ),
});
export type DocumentText = z.infer<typeof documentText>;

const textFailure = z.enum(['password', 'damaged', 'too-large', 'unfinished']);
export type TextFailure = z.infer<typeof textFailure>;

export const textReport = z.union([documentText, z.object({ failure: textFailure })]);
