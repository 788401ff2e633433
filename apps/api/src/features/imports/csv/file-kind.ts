import { AppError } from '#lib/errors.ts';

const zip = [0x50, 0x4b, 0x03, 0x04];
const compoundFile = [0xd0, 0xcf, 0x11, 0xe0];
const others: readonly (readonly [bytes: readonly number[], what: string])[] = [
  [[0x25, 0x50, 0x44, 0x46], 'a PDF'],
  [[0x1f, 0x8b], 'a compressed file'],
  [[0x89, 0x50, 0x4e, 0x47], 'a picture'],
  [[0xff, 0xd8, 0xff], 'a picture'],
];

/**
 * Whether a file is a workbook or text, by its first bytes. Throws RULE_BROKEN for what is neither, for
 * workbooks of the old format, and for those behind a password.
 */
export function kindOfFile(head: Buffer, name: string): 'csv' | 'xlsx' {
  if (startsWith(head, zip)) return 'xlsx';
  if (startsWith(head, compoundFile)) {
    // Behind a password a new workbook is wrapped into the old container.
    const isProtected = head.includes(Buffer.from('EncryptedPackage', 'utf16le')) || /\.xls[xm]$/i.test(name);
    throw refuse(
      isProtected
        ? 'This workbook is protected with a password. Save a copy without one and upload that.'
        : 'This is a workbook in the old .xls format. Save it as .xlsx or as CSV (UTF-8) and upload that.',
    );
  }
  const found = others.find(([bytes]) => startsWith(head, bytes));
  if (found !== undefined)
    throw refuse(`This is ${found[1]}, not a CSV file. Save the sheet as CSV (UTF-8) and upload that.`);
  return 'csv';
}

/** The refusal of a file, in words for who sent it. */
export function refuse(message: string): AppError {
  return new AppError('RULE_BROKEN', message, { errors: [{ path: 'body', message }] });
}

function startsWith(head: Buffer, bytes: readonly number[]): boolean {
  return bytes.every((byte, index) => head[index] === byte);
}
