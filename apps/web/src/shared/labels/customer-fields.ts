import { customerFieldLabels } from '@handover/contract/field-labels.ts';

/** The label of a field by its name, of the workspace's own together; the name itself where it is unknown. */
export function customerFieldLabel(name: string): string {
  const labels: Readonly<Record<string, string>> = customerFieldLabels;
  return name.startsWith('custom.') ? customerFieldLabels.custom : (labels[name] ?? name);
}

/** For use within a sentence: “Email” is lowercased, abbreviations are not. */
export function lowerFirst(text: string): string {
  return /^[A-Z]{2}/.test(text) ? text : `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}
