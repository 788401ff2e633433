import { appendFileSync } from 'node:fs';

/** A whole number from the environment, so that the long run can use larger sizes than the short one. */
export function readSize(name: string, fallback: number): number {
  const given = process.env[name];
  if (given === undefined || given === '') return fallback;
  const size = Number(given);
  if (!Number.isSafeInteger(size) || size < 0) throw new Error(`${name}: expected a whole number`);
  return size;
}

/** Writes figures to the file of the long run, which prints them; does nothing in the short run. */
export function describeFigures(figures: Readonly<Record<string, number>>): void {
  const file = process.env['FIGURES_FILE'];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(figures)}\n`);
}

/** The same for the causes of failures, one sentence each. */
export function describeCauses(causes: readonly string[]): void {
  const file = process.env['FIGURES_FILE'];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ causes })}\n`);
}
