const issuerPrefix = '80840';

/**
 * Whether the text is a National Provider Identifier: ten digits starting with 1 or 2, the last a check
 * digit.
 */
export function isNpi(value: string): boolean {
  return /^[12]\d{9}$/.test(value) && hasValidNpiDigit(value);
}

/** Whether the check digit is correct: Luhn over "80840" and the number, as defined by CMS. */
export function hasValidNpiDigit(value: string): boolean {
  return calculateLuhnSum(`${issuerPrefix}${value}`) % 10 === 0;
}

/** Appends the check digit to nine digits. */
export function completeNpi(nineDigits: string): string {
  const sum = calculateLuhnSum(`${issuerPrefix}${nineDigits}0`);
  return `${nineDigits}${String((10 - (sum % 10)) % 10)}`;
}

function calculateLuhnSum(digits: string): number {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]);
    const weighted = place % 2 === 1 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum;
}
