import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { lawyerOfMinnesota } from '~tests/answers/professional-answers';
import { withStore } from '~tests/servers/store-file';
import { useSite } from '~tests/servers/site';
import { inviteByMail } from '~tests/walks/invite-by-mail';
import { submitInvitedStep, walkInvitedTo } from '~tests/walks/walk-invited';
import { submitStep, walkTo } from '~tests/walks/walk-parent';
import { submitProfessionalStep, walkProfessionalTo } from '~tests/walks/walk-professional';

const server = useSite();

const SECRETS = {
  passwordOfA: 'walrus-Teapot-917',
  passwordOfB: 'ginger-Ladder-352',
  answerOfB: 'Canary Wharf 42',
  codeOfB: '8463',
  answerOfProfessional: 'Zebra Crossing 9',
  codeOfProfessional: '5927',
};

/** Returns the bytes of the store's file and of its write-ahead log as Latin-1. */
function bytesOfStore(): { files: string[]; text: string } {
  const { dataDir } = server.running;
  const files = readdirSync(dataDir).filter((name) => /^joinery\.db(-wal)?$/.test(name));
  return { files, text: files.map((name) => readFileSync(join(dataDir, name), 'latin1')).join('\n') };
}

/** Returns every value of every row. */
const valuesOfStore = () =>
  withStore(server.running.dataDir, (database) => {
    const tables = database.prepare("select name from sqlite_master where type = 'table'").all() as { name: string }[];
    return tables.flatMap(({ name }) =>
      database
        .prepare(`select * from "${name}"`)
        .all()
        .flatMap((row) => Object.values(row as object).map(String)),
    );
  });

it('stores no secret of the three journeys, even after a rejection', async () => {
  const parent = server.openBrowser();
  const parentAnswers = parentOfMinnesota();
  await walkTo(parent, 'credentials', parentAnswers);
  parent.fill({ ...parentAnswers.credentials, username: 'no', password: SECRETS.passwordOfA });
  expect((await parent.press('Complete Signup')).status).toBe(422);
  parentAnswers.credentials.password = SECRETS.passwordOfA;
  expect((await submitStep(parent, 'credentials', parentAnswers)).heading).toBe('Your username and password are set');

  const { link } = await inviteByMail(() => server.openBrowser());
  const coParent = server.openBrowser();
  const coParentAnswers = coParentOfMinnesota();
  const { codeOfB: securityCode, answerOfB: securityAnswer, passwordOfB: password } = SECRETS;
  const secretAnswers = {
    ...coParentAnswers.credentials,
    securityCode,
    confirmCode: securityCode,
    securityAnswer,
    password,
  };
  await coParent.open(link);
  await walkInvitedTo(coParent, 'credentials', coParentAnswers);
  coParentAnswers.credentials = { ...secretAnswers, username: 'no' };
  expect((await submitInvitedStep(coParent, 'credentials', coParentAnswers)).status).toBe(422);
  coParentAnswers.credentials = secretAnswers;
  expect((await submitInvitedStep(coParent, 'credentials', coParentAnswers)).heading).toContain("You're all set!");

  const professional = server.openBrowser();
  const lawyer = lawyerOfMinnesota();
  const code = SECRETS.codeOfProfessional;
  lawyer.security = {
    ...lawyer.security,
    securityAnswer: SECRETS.answerOfProfessional,
    securityCode: code,
    securityCodeConfirm: code,
  };
  await walkProfessionalTo(professional, 'security', lawyer);
  professional.fill({ ...lawyer.security, securityCodeConfirm: '' });
  expect((await professional.press('Complete Signup')).status).toBe(422);
  expect((await submitProfessionalStep(professional, 'security', lawyer)).path).toBe('/pro/done');

  const { files, text } = bytesOfStore();
  expect(files).toEqual(['joinery.db', 'joinery.db-wal']);
  // Questions are stored in plain text, so finding them proves that the search works.
  expect(text).toContain('Name of my first pet?');
  expect(text).toContain('Which street did you grow up on?');
  for (const secret of Object.values(SECRETS).filter((one) => !/^\d{4}$/.test(one))) {
    for (const typed of [secret, secret.toLowerCase(), encodeURIComponent(secret), secret.replaceAll(' ', '+')])
      expect(text, secret).not.toContain(typed);
    expect(server.running.output(), secret).not.toContain(secret);
  }
  const values = valuesOfStore();
  for (const four of [SECRETS.codeOfB, SECRETS.codeOfProfessional]) {
    // Random ids, hashes and times may contain any four digits by chance.
    expect(text, four).not.toMatch(new RegExp(`["':=\\s]${four}["'&,}\\s]`));
    expect(values, four).not.toContain(four);
  }
});
