import { WhatToExpect, type Expectations } from '~/components/invited/what-to-expect';
import { Notice, NoticeOnce, type ShownNotice } from '~/components/page/notice';
import { usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';
import { BASE_PATH } from '~/domain/base-path';

interface InviteWelcomeProps {
  /** The professional who created the account; null if the other parent sent the invite. */
  inviter: string | null;
  members: FamilyMember[];
  isPaid: boolean;
  expectations: Expectations;
  hasSocialProof: boolean;
  /** Target of Get Started, below the base path. */
  next: string;
  notice?: ShownNotice;
}

/** docs/rules.md, "Invite welcome" */
export function InviteWelcome({
  inviter,
  members,
  isPaid,
  expectations,
  hasSocialProof,
  next,
  notice,
}: InviteWelcomeProps) {
  const t = useTranslate();
  return (
    <>
      {notice && <NoticeOnce {...notice} />}
      <h1>{t('invite:welcome.heading')}</h1>
      <p className="invited-by">
        {inviter ? t('invite:welcome.invitedByProfessional', { inviter }) : t('invite:welcome.invitedByParent')}
      </p>
      {members.length > 0 && <FamilyMembers members={members} />}
      {isPaid && <Notice kind="success">{t('invite:welcome.paid')}</Notice>}
      <p>
        <a className="button primary" href={`${BASE_PATH}${next}`}>
          {t('invite:welcome.getStarted')}
        </a>
      </p>
      <WhatToExpect {...expectations} />
      {hasSocialProof && <SocialProof />}
      <InviteFaq />
    </>
  );
}

/** Shown under GROW748. */
function SocialProof() {
  const t = useTranslate();
  return (
    <figure className="social-proof">
      <svg viewBox="0 0 160 56" role="img" aria-label={t('invite:welcome.socialProofImage')}>
        {[20, 50, 80, 110, 140].map((x, index) => (
          <g key={x}>
            <circle cx={x} cy={20} r={9} />
            <path d={`M${x - 14} 52a14 ${index % 2 === 0 ? 20 : 17} 0 0 1 28 0`} />
          </g>
        ))}
      </svg>
      <figcaption>{t('invite:welcome.socialProof')}</figcaption>
    </figure>
  );
}

interface FamilyMember {
  name: string;
  initials: string;
  /** A colour of app/styles/invitation.css, such as `teal`. */
  color: string;
}

function FamilyMembers({ members }: { members: FamilyMember[] }) {
  const t = useTranslate();
  return (
    <ul className="family" aria-label={t('invite:welcome.family')}>
      {members.map(({ name, initials, color }, index) => (
        <li key={`${index}-${name}`}>
          <span className={`initials ${color}`} aria-hidden="true">
            {initials}
          </span>{' '}
          <span>{name}</span>
        </li>
      ))}
    </ul>
  );
}

const QUESTIONS = ['how', 'differs', 'easier'] as const;

function InviteFaq() {
  const t = useTranslate();
  const { brandName } = usePage();
  return (
    <section className="faq" aria-labelledby="faq-title">
      <h2 id="faq-title">{t('invite:faq.title')}</h2>
      {QUESTIONS.map((question) => (
        <details key={question}>
          <summary>{t(`invite:faq.${question}.question`, { brand: brandName })}</summary>
          <p>{t(`invite:faq.${question}.answer`, { brand: brandName })}</p>
        </details>
      ))}
    </section>
  );
}
