import type { ReactNode } from 'react';
import type { NoticeName } from '~/journeys/join-state';
import { useTranslate } from './use-translate';

/**
 * The alert banner: fixed at the top for 15 seconds, then gone; it waits while it is hovered or focused, and can be closed without script
 * (docs/rules.md, "Alert banner"). Says in short what stands in the page, where it stays.
 */
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

/** What is told once: as the banner, and in the page, where it can be read for as long as it takes. */
export function NoticeOnce({ name }: { name: NoticeName }) {
  const t = useTranslate();
  return (
    <>
      <Banner>{t(`common:banner.${name}`)}</Banner>
      <Notice kind="warning">{t(`common:notices.${name}`)}</Notice>
    </>
  );
}

/** A notice in the page. */
export function Notice({ children, kind = 'info' }: { children: ReactNode; kind?: 'info' | 'warning' | 'success' }) {
  return <div className={`notice ${kind}`}>{children}</div>;
}
