import type { PhiKind, PhiTable } from '../phi-kinds.ts';
import { cleanSamples } from './clean-samples.ts';
import { validationClean } from './validation-clean.ts';
import { validationPatients } from './validation-patients.ts';
import { patientSamples } from './patient-samples.ts';
import { fillTemplate, createSeededRandom, type SampleTemplate } from './sample-values.ts';

export type PhiSample = { readonly content: string | PhiTable; readonly kinds: readonly PhiKind[] };

const variants = 3;
const tableRows = 6;
const separators = { csv: ',', tab: '\t', pipe: ' | ' } as const;

/** 156 samples that the rules were written with. */
export const writtenSamples: readonly PhiSample[] = makeSamples([...patientSamples, ...cleanSamples], 1000);

/** 156 samples that only measure. */
export const validationSamples: readonly PhiSample[] = makeSamples(
  [...validationPatients, ...validationClean],
  9000,
);

function makeSamples(templates: readonly SampleTemplate[], seed: number): PhiSample[] {
  return templates.flatMap((template, index) =>
    Array.from({ length: variants }, (_, variant) => makeSample(template, seed + index * variants + variant)),
  );
}

function makeSample(template: SampleTemplate, seed: number): PhiSample {
  const random = createSeededRandom(seed);
  const { kinds } = template;
  if ('text' in template) return { content: fillTemplate(template.text, random), kinds };
  const rows = Array.from({ length: tableRows }, () => fillRow(template.row, random));
  const table = [[...template.header], ...rows];
  if (template.as === 'table') return { content: { rows: table }, kinds };
  const before = template.before === undefined ? '' : `${fillTemplate(template.before, random)}\n\n`;
  const separator = separators[template.as];
  const write = (cell: string): string => (template.as === 'csv' && cell.includes(',') ? `"${cell}"` : cell);
  return { content: before + table.map((cells) => cells.map(write).join(separator)).join('\n'), kinds };
}

/** The tokens of a row belong together: its first and last name are the same person's. */
function fillRow(cells: readonly string[], random: () => number): string[] {
  return fillTemplate(cells.join('\u0001'), random).split('\u0001');
}
