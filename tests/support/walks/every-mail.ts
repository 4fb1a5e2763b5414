import { startMailServer, type ReceivedMail } from '~tests/fakes/mail-server';
import { professionalBody } from '~tests/answers/professional-answers';
import { openTestBackend, parentNamed } from '~tests/servers/embedded-backend';
import type { Language } from '~/i18n/languages';
import { queueMail } from '~/backend/embedded/mails/outbox.server';
import { makeRefundMail } from '~/backend/embedded/mails/refund-mail';
import { createSmtpTransport } from '~/backend/embedded/mails/smtp-transport.server';
import { createSealing } from '~/lib/sealing.server';
import { invitedIn, renewFor } from './invited-parent';

export type NamedMail = ReceivedMail & { name: string };

/** Sends every kind of mail in a language. @returns the mails that a mail server received */
export async function sendEveryMail(language: Language): Promise<NamedMail[]> {
  const server = await startMailServer();
  const mailTransport = createSmtpTransport({
    url: server.url,
    from: { name: 'Personal mail', address: 'post@mail.example' },
  });
  const backend = await openTestBackend({ mailTransport });
  const headers = { 'accept-language': language };
  try {
    const signup = await backend.signUp();
    await backend.pay(
      { ...signup, headers: { ...signup.headers, ...headers } },
      await backend.requestFor(signup, { payForCoparent: true, codes: ['PREPAID-40'] }),
    );
    const invite = (await backend.demo!.mails()).find(({ kind }) => kind === 'invite');
    await renewFor(backend.client, invitedIn(invite?.text).token, language);
    const professional = professionalBody('iris@example.com');
    const { userId } = await backend.client.professional.create({
      headers: { 'idempotency-key': 'key-1', ...headers },
      body: professional,
    });
    const client = { firstName: 'Noa', lastName: 'Reyes', email: 'noa@example.com', language };
    await backend.demo!.inviteClient({ ...client, professionalId: userId! });
    await queueMail(
      backend.store.db,
      createSealing(['a secret for tests alone, thirty-two'], 'backend'),
      makeRefundMail(
        { brandName: 'Evenkeel', brandColor: '#0f5c63', supportEmail: 'support@example.com' },
        {
          orderId: 'f3a52b1c-2f0e-4c52-9a3e-6f8e8b1d2c3a',
          recipient: parentNamed('ann1@example.com').email,
          firstName: 'Ann',
          language,
          way: 'refund',
          amount: 1000,
          currency: 'USD',
          paymentType: 'creditCard',
          cardLastFour: '1111',
        },
      ),
      { now: backend.clock.now() },
    );
    await backend.sendMails();
    const rows = await backend.store.db.selectFrom('backend_mails').select(['id', 'kind', 'recipient']).execute();
    const count = rows.length;
    const invites: string[] = [];
    return (await server.received(count)).map((mail) => {
      const row = rows.find(({ id }) => mail.messageId?.includes(id))!;
      if (row.kind !== 'invite') return { ...mail, name: row.kind };
      const by = row.recipient === client.email ? 'by-professional' : invites.length === 0 ? 'by-parent' : 'renewed';
      if (by !== 'by-professional') invites.push(by);
      return { ...mail, name: `invite-${by}` };
    });
  } finally {
    await backend.close();
    await server.close();
  }
}
