import { useTranslate } from '~/components/page/use-translate';

export interface FamilyMember {
  name: string;
  initials: string;
  /** A colour of app/styles/invitation.css, such as `teal`. */
  color: string;
}

export function FamilyMembers({ members }: { members: FamilyMember[] }) {
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
