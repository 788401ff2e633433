/** The bare address of `Name <name@example.com>` or of an address alone, trimmed. */
export function stripAddress(text: string): string {
  return (/<([^<>]*)>\s*$/.exec(text)?.[1] ?? text).trim();
}

/** The part behind the @, in lower case; `localhost` for an address without one. */
export function domainOf(address: string): string {
  const at = address.lastIndexOf('@');
  return at === -1 ? 'localhost' : address.slice(at + 1).toLowerCase();
}
