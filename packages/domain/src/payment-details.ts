const phrases: readonly RegExp[] = [
  /\bwir(?:e|ing)\b(?:\W+\w+){0,3}?\W+(?:transfers?|instructions?|details?|funds?|money|payments?|\$?\d)/i,
  /\b(?:payment|remittance|banking|bank|deposit|escrow)\W+(?:\w+\W+){0,2}?(?:instructions?|details?|information|accounts?)\b/i,
  /\b(?:routing|account|acct|aba|iban|swift|bic|sort\s+code)\W*(?:number|no\b|code|#|:)/i,
  /\b(?:ach|iban|swift|zelle|venmo|cash\s?app|western\s+union|bitcoin|gift\s+cards?)\b/i,
  /\b[A-Z]{2}\d{2}(?:\s?[A-Z0-9]{4}){3,7}(?:\s?[A-Z0-9]{1,4})?\b/,
  /\b(?:new|changed|updated|different)\W+(?:\w+\W+){0,2}?(?:bank|account)\b/i,
];

/** Whether a text is about where to send money: bank details, wire instructions, or payment apps. */
export function hasPaymentDetails(text: string): boolean {
  return phrases.some((phrase) => phrase.test(text));
}
