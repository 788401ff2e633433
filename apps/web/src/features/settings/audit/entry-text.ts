const capitals: Readonly<Record<string, string>> = { api: 'API', html: 'HTML', csv: 'CSV' };

/** Turns `updateCustomer` into "Update customer" and `createApiKey` into "Create API key". */
export function actionText(action: string): string {
  const words = action
    .replaceAll(/([A-Z])/g, ' $1')
    .toLowerCase()
    .split(' ')
    .map((word) => capitals[word] ?? word)
    .join(' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** The details of an entry in one line: "name: Hot · customers: 3". */
export function detailText(detail: Readonly<Record<string, unknown>>): string {
  return pairsOf(detail).join(' · ');
}

function pairsOf(record: object): string[] {
  return Object.entries(record).map(([name, value]) => `${inWords(name)}: ${textOf(value)}`);
}

function textOf(value: unknown): string {
  if (typeof value === 'string' && value !== '') return value.replaceAll('_', ' ');
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(textOf).join(', ');
  return typeof value === 'object' && value !== null ? `(${pairsOf(value).join(', ')})` : 'none';
}

/** Turns `handedOver` and `handed_over` into "handed over". */
function inWords(name: string): string {
  return name
    .replaceAll('_', ' ')
    .replaceAll(/([A-Z])/g, ' $1')
    .trim()
    .toLowerCase();
}
