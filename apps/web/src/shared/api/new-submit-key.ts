/** 128 random bits in hexadecimal. `crypto.randomUUID` is missing where the app is opened by plain http in a local network. */
export function newSubmitKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
