import { describe, expect, it } from 'vitest';
import { lateProbeClean, lateProbePatients } from './samples/late-probes.ts';
import { moreProbeClean, moreProbePatients } from './samples/more-probes.ts';
import { fifthProbeClean, fifthProbePatients } from './samples/fifth-probes.ts';
import { sixthProbeClean, sixthProbePatients } from './samples/sixth-probes.ts';
import { fourthProbeClean, fourthProbePatients } from './samples/fourth-probes.ts';
import { probeClean, probePatients } from './samples/probes.ts';
import { secondProbeClean, secondProbePatients } from './samples/second-probes.ts';
import { terseProbeClean, terseProbePatients } from './samples/terse-probes.ts';
import { thirdProbeClean, thirdProbePatients } from './samples/third-probes.ts';
import { measureScan } from './samples/measure-scan.ts';

describe('the scan for patient information', () => {
  it.each([
    [
      'longer texts',
      [probePatients, moreProbePatients, lateProbePatients],
      [probeClean, moreProbeClean, lateProbeClean],
    ],
    [
      'terse texts',
      [
        terseProbePatients,
        secondProbePatients,
        thirdProbePatients,
        fourthProbePatients,
        fifthProbePatients,
        sixthProbePatients,
      ],
      [
        terseProbeClean,
        secondProbeClean,
        thirdProbeClean,
        fourthProbeClean,
        fifthProbeClean,
        sixthProbeClean,
      ],
    ],
  ])('finds and passes at least nine of ten probes of %s', (_, patients, clean) => {
    const { precision, recall } = measureScan([
      ...patients.flat().map((content) => ({ content, kinds: ['patient' as const] })),
      ...clean.flat().map((content) => ({ content, kinds: [] })),
    ]);
    expect(precision).toBeGreaterThanOrEqual(0.95);
    expect(recall).toBeGreaterThanOrEqual(0.9);
  });
});
