import { scanForPhi } from '../scan.ts';
import type { PhiSample } from './samples.ts';

export type ScanQuality = {
  readonly samples: number;
  /** Of the samples with findings, the share that has patient information. */
  readonly precision: number;
  /** Of the samples with patient information, the share with findings. */
  readonly recall: number;
};

/** How well the scan separates samples with patient information from those without. */
export function measureScan(samples: readonly PhiSample[]): ScanQuality {
  const found = samples.filter(({ content }) => scanForPhi(content).length > 0);
  const withPatients = samples.filter(({ kinds }) => kinds.length > 0);
  const correct = found.filter(({ kinds }) => kinds.length > 0).length;
  return {
    samples: samples.length,
    precision: correct / found.length,
    recall: correct / withPatients.length,
  };
}
