import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import type { ReactElement } from 'react';

const text = 'Legal hold';

/** Marks what is on legal hold. */
export function LegalHoldLabel(): ReactElement {
  return <StatusLabel tone="warning">{text}</StatusLabel>;
}
