import { contactPointKinds, type ContactPoint } from '@handover/contract/customers/contact-points.ts';

/** Reads the contact points from an input, whether valid or not. */
export function parseContactPoints(value: unknown): ContactPoint[] {
  return Array.isArray(value) ? value.filter(isPoint) : [];
}

function isPoint(value: unknown): value is ContactPoint {
  return (
    typeof value === 'object' &&
    value !== null &&
    'kind' in value &&
    contactPointKinds.some((kind) => kind === value.kind)
  );
}

/** The values in one line. */
export function formatContactPoints(value: unknown): string {
  return parseContactPoints(value)
    .map((point) => (point.label === '' ? point.value : `${point.value} (${point.label})`))
    .join(', ');
}
