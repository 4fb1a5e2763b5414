import type { AddressInfo } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail extends ParsedMail {
  /** Whom the envelope named. */
  envelopeTo: string[];
  /** As it came over the wire. */
  source: string;
}

export interface MailServerOptions {
  port?: number;
  /** The answer to a recipient, where it is not taken. */
  refuse?: (address: string) => { code: number; text: string } | undefined;
  /** Waited for before a mail is taken. */
  hold?: () => Promise<void>;
  /** Takes the mail and breaks the line before it says so. */
  swallowAnswer?: () => boolean;
}

/** A real SMTP server on a free port, with what it was sent, parsed. */
export async function startMailServer({ port = 0, refuse, hold, swallowAnswer }: MailServerOptions = {}) {
  const mails: ReceivedMail[] = [];
  let waiting: (() => void)[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo({ address }, _session, done) {
      const refusal = refuse?.(address);
      done(refusal && Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
    },
    onData(stream, session, done) {
      void (async () => {
        const chunks: Buffer[] = [];
        for await (const chunk of stream) chunks.push(chunk as Buffer);
        const source = Buffer.concat(chunks);
        await hold?.();
        const parsed = await simpleParser(source);
        const envelopeTo = session.envelope.rcptTo.map(({ address }) => address);
        mails.push({ ...parsed, envelopeTo, source: source.toString('utf8') });
        waiting.forEach((look) => look());
        if (swallowAnswer?.()) dropConnections();
        else done();
      })();
    },
  });
  // Lines that are cut are what some tests are about.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.server.address() as AddressInfo;

  function dropConnections(): void {
    for (const connection of server.connections) {
      (connection as unknown as { _socket: { destroy(): void } })._socket.destroy();
    }
  }

  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    mails,
    /** Resolves once so many mails have come, in all. */
    async received(count: number): Promise<ReceivedMail[]> {
      await new Promise<void>((resolve) => {
        const look = () => {
          if (mails.length < count) return;
          waiting = waiting.filter((each) => each !== look);
          resolve();
        };
        waiting.push(look);
        look();
      });
      return mails;
    },
    close: () =>
      new Promise<void>((resolve) => {
        dropConnections();
        server.close(() => resolve());
      }),
  };
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;
