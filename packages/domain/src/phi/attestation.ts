/**
 * The statement that people confirm before files are added to a data room, by wording version. A version is never
 * changed.
 */
export const attestationWordings = {
  '1': 'These files contain no patient information',
} as const;

export type AttestationVersion = keyof typeof attestationWordings;

export const currentAttestation: AttestationVersion = '1';
