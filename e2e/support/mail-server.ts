import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';

export type ReceivedMail = { readonly from: string; readonly to: readonly string[]; readonly raw: string };

export type MailServer = {
  readonly port: number;
  all(): readonly ReceivedMail[];
  /** The next email, or the next one to an address. Waits for it if there is none yet. */
  next(to?: string): Promise<ReceivedMail>;
  close(): Promise<void>;
};

type Waiter = { readonly to: string | undefined; readonly take: (mail: ReceivedMail) => void };

function isTo(mail: ReceivedMail, to: string | undefined): boolean {
  return to === undefined || mail.to.includes(to);
}

/** A real SMTP server on loopback that accepts every mail; port 0 means any free port. */
export async function startMailServer(port: number): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const untaken: ReceivedMail[] = [];
  const waiting: Waiter[] = [];
  const hand = (mail: ReceivedMail): void => {
    received.push(mail);
    const index = waiting.findIndex(({ to }) => isTo(mail, to));
    if (index === -1) untaken.push(mail);
    else waiting.splice(index, 1)[0]?.take(mail);
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        hand({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('utf8'),
        });
        callback();
      });
    },
  });
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    all: () => received,
    next: (to) => {
      const index = untaken.findIndex((mail) => isTo(mail, to));
      const [mail] = index === -1 ? [] : untaken.splice(index, 1);
      return mail === undefined ? new Promise((take) => waiting.push({ to, take })) : Promise.resolve(mail);
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
