import { z } from 'zod';

/** The nonempty sheets of a workbook, or a user-facing reason why it cannot be read. */
export const workbookReport = z.union([
  z.object({
    sheets: z.array(
      z.object({
        name: z.string(),
        /** Rows after the header. */
        rows: z.int(),
        sizeBytes: z.int(),
      }),
    ),
  }),
  z.object({ refusal: z.string() }),
]);
export type WorkbookReport = z.infer<typeof workbookReport>;
export type SheetReport = Extract<WorkbookReport, { sheets: unknown }>['sheets'][number];

/** The workbook is rejected for a reason that the user can fix. */
export class WorkbookError extends Error {
  override readonly name = 'WorkbookError';
}
