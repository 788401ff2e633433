/** Whether the text looks like a NUCC provider taxonomy code, such as 1223G0001X. */
export function isTaxonomyCode(value: string): boolean {
  return /^\d{3}[A-Z0-9]{2}\d{4}X$/.test(value);
}

/** The beginnings of NUCC codes by type of business; the longest match applies. */
const typesByCode = {
  '1223': 'dental',
  '122300000X': 'dental',
  '261QD0000X': 'dental',
  '251E': 'home_health',
  '251G': 'hospice',
  '315D': 'hospice',
  '333': 'pharmacy',
  '3336': 'pharmacy',
  '101Y': 'behavioral',
  '103': 'behavioral',
  '1041C': 'behavioral',
  '106S': 'behavioral',
  '251S': 'behavioral',
  '261QM08': 'behavioral',
  '261QR04': 'behavioral',
  '320': 'behavioral',
  '323P': 'behavioral',
  '324500000X': 'behavioral',
  '2251': 'physical_therapy',
  '225100000X': 'physical_therapy',
  '261QP2000X': 'physical_therapy',
  '174M': 'veterinary',
  '332B': 'dme',
  '335E': 'dme',
  '261QU0200X': 'urgent_care',
  '291U': 'laboratory',
  '2085': 'medical',
  '20': 'medical',
  '21': 'medical',
  '261QP23': 'medical',
  '261QM13': 'medical',
} as const;

/** The type of business of a provider with a NUCC taxonomy code, such as 1223G0001X for a dental practice; null for others. */
export function findBusinessTypeByTaxonomy(
  code: string,
): (typeof typesByCode)[keyof typeof typesByCode] | null {
  const text = code.trim().toUpperCase();
  if (!isTaxonomyCode(text)) return null;
  const fitting = Object.entries(typesByCode).filter(([start]) => text.startsWith(start));
  return fitting.toSorted(([one], [other]) => other.length - one.length)[0]?.[1] ?? null;
}
