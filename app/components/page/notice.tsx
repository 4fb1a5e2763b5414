import type { ReactNode } from 'react';
import type { NoticeName } from '~/journeys/join-state';
import { useTranslate } from './use-translate';

/** docs/rules.md, "Alert banner". The page also contains its full text. */
function Banner({ children }: { children: ReactNode }) {
  const t = useTranslate();
  return (
    <dialog open className="banner" aria-label={t('common:banner.label')}>
      <p role="status">{children}</p>
      <form method="dialog">
        <button className="banner-close">{t('common:banner.close')}</button>
      </form>
    </dialog>
  );
}

export interface ShownNotice {
  name: NoticeName;
  /** The page already showed it in another language, with its banner. */
  isRepeated?: boolean;
}

export function NoticeOnce({ name, isRepeated = false }: ShownNotice) {
  const t = useTranslate();
  return (
    <>
      {!isRepeated && <Banner>{t(`common:banner.${name}`)}</Banner>}
      <Notice kind="warning">{t(`common:notices.${name}`)}</Notice>
    </>
  );
}

export function Notice({ children, kind = 'info' }: { children: ReactNode; kind?: 'info' | 'warning' | 'success' }) {
  return <div className={`notice ${kind}`}>{children}</div>;
}
