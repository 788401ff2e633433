import { z } from 'zod';

/** What a workbook turns out to be: its sheets that have rows, or why it cannot be read, in words for its sender. */
export const workbookReport = z.union([
  z.object({
    sheets: z.array(
      z.object({
        name: z.string(),
        /** Rows behind the header. */
        rows: z.int(),
        sizeBytes: z.int(),
      }),
    ),
  }),
  z.object({ refusal: z.string() }),
]);
export type WorkbookReport = z.infer<typeof workbookReport>;
export type SheetReport = Extract<WorkbookReport, { sheets: unknown }>['sheets'][number];

/** A workbook that is refused for a reason its sender can do something about. */
export class WorkbookRefusal extends Error {
  override readonly name = 'WorkbookRefusal';
}
