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

export function NoticeOnce({ name }: { name: NoticeName }) {
  const t = useTranslate();
  return (
    <>
      <Banner>{t(`common:banner.${name}`)}</Banner>
      <Notice kind="warning">{t(`common:notices.${name}`)}</Notice>
    </>
  );
}

export function Notice({ children, kind = 'info' }: { children: ReactNode; kind?: 'info' | 'warning' | 'success' }) {
  return <div className={`notice ${kind}`}>{children}</div>;
}
