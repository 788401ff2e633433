/** What people confirm before files go into a data room, by the version of the wording. A version is never changed. */
export const attestationWordings = {
  '1': 'These files contain no patient information',
} as const;

export type AttestationVersion = keyof typeof attestationWordings;

export const currentAttestation: AttestationVersion = '1';
