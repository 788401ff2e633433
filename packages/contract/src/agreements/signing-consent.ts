/** The consent that a signer gives before signing (E-SIGN Act and UETA). Stored with the signature. */
export const signingConsent =
  'I agree to use electronic records and signatures for this agreement. My electronic signature has the same legal effect as a handwritten one. I can open and save this document, I can ask for a paper copy, and I can withdraw this consent before signing by declining.';
