import type { AddressInfo } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail extends ParsedMail {
  envelopeTo: string[];
  source: string;
}

export interface MailServerOptions {
  port?: number;
  /** Returns the response for a recipient that the server rejects. */
  refuse?: (address: string) => { code: number; text: string } | undefined;
  /** The response to each sender, if the server rejects all. */
  refuseSender?: { code: number; text: string };
  /** Delays the acceptance of a mail. */
  hold?: () => Promise<void>;
  /** Whether the server accepts a mail, but drops the connection before it responds. */
  swallowAnswer?: () => boolean;
}

const errorOf = ({ code, text }: { code: number; text: string }) =>
  Object.assign(new Error(text), { responseCode: code });

/** Starts a real SMTP server that parses received mails. */
export async function startMailServer({ port = 0, refuse, refuseSender, hold, swallowAnswer }: MailServerOptions = {}) {
  const mails: ReceivedMail[] = [];
  let waiting: (() => void)[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onMailFrom: (_address, _session, done) => done(refuseSender && errorOf(refuseSender)),
    onRcptTo({ address }, _session, done) {
      const refusal = refuse?.(address);
      done(refusal && errorOf(refusal));
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
  // Some tests drop connections on purpose.
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
    /** Resolves when this many mails have arrived in total. */
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
