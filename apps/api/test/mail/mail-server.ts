import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

export type ReceivedMail = {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
  readonly isEncrypted: boolean;
};

/**
 * The server's response to a message: accept it, reply 451, reply 550, drop the connection after its first bytes, or
 * drop it without a reply once the message is complete.
 */
export type Behavior = 'accept' | 'defer' | 'refuse' | 'cut-early' | 'cut-late';

export type MailServer = {
  readonly port: number;
  /** In the form of `SMTP_URL`. */
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  /** Number of messages started. */
  readonly attempts: number;
  /** Applies to the next messages, in turn; later ones are accepted. */
  behave(...behaviors: Behavior[]): void;
  close(): Promise<void>;
};

type Options = {
  readonly port?: number;
  readonly login?: { readonly user: string; readonly pass: string };
  /** Whether it offers STARTTLS, with an untrusted certificate. */
  readonly offersTls?: boolean;
  /** Recipients that it rejects. */
  readonly unknown?: readonly string[];
  /** Recipients that it accepts only at the second attempt. */
  readonly busy?: readonly string[];
};

/** A real SMTP server in this process, on loopback, that stores the accepted mail. */
export async function startMailServer({
  port = 0,
  login,
  offersTls = false,
  unknown = [],
  busy = [],
}: Options = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const upcoming: Behavior[] = [];
  const sockets = new Set<Socket>();
  const deferred = new Set(busy);
  let attempts = 0;
  const cut = (): void => sockets.forEach((socket) => socket.destroy());

  const server = new SMTPServer({
    authOptional: login === undefined,
    allowInsecureAuth: true,
    disabledCommands: [...(login === undefined ? ['AUTH'] : []), ...(offersTls ? [] : ['STARTTLS'])],
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      username === login?.user && password === login?.pass
        ? done(null, { user: username })
        : done(new Error('Wrong password')),
    onRcptTo: ({ address }, _session, done) => {
      if (deferred.delete(address)) return done(createSmtpError(450, 'Mailbox busy'));
      done(unknown.includes(address) ? createSmtpError(550, 'No such user') : null);
    },
    onData: (stream, session, done) => {
      attempts += 1;
      const behavior = upcoming.shift() ?? 'accept';
      const chunks: Buffer[] = [];
      if (behavior === 'cut-early') stream.once('data', cut);
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (behavior === 'cut-late') return cut();
        if (behavior === 'defer') return done(createSmtpError(451, 'Try again later'));
        if (behavior === 'refuse') return done(createSmtpError(550, 'Not wanted here'));
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
          isEncrypted: Boolean(session.tlsOptions),
        });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: actualPort } = server.server.address() as AddressInfo;
  const credentials = login === undefined ? '' : `${login.user}:${login.pass}@`;
  return {
    port: actualPort,
    url: `smtp://${credentials}127.0.0.1:${String(actualPort)}`,
    received,
    get attempts() {
      return attempts;
    },
    behave: (...behaviors) => void upcoming.push(...behaviors),
    close: async () => {
      cut();
      await new Promise<void>((resolve) => server.close(resolve));
    },
  };
}

function createSmtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
