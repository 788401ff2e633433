import { stripAddress, domainOf } from '#lib/mail/address.ts';

export type Sender = { readonly name: string; readonly address: string };

/** Who a mailbox writes as: its own address, or the configured one while it has none that the world can reach. */
export function senderOf({ address, name }: Sender, mailFrom: string | undefined): Sender {
  const isPlaceholder = domainOf(address) === 'localhost';
  return { name, address: isPlaceholder && mailFrom !== undefined ? stripAddress(mailFrom) : address };
}
