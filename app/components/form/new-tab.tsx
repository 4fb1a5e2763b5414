import { useTranslate } from '~/components/page/use-translate';

const ID = 'new-tab';

/** For a link in a form that would lose typed text or ticks (docs/rules.md, "Forms"). Needs one `NewTabNote` on its page. */
export const NEW_TAB = { target: '_blank', rel: 'noopener', 'aria-describedby': ID } as const;

/** Describes the page's links that open in a new tab. */
export function NewTabNote() {
  const t = useTranslate();
  return (
    <span className="visually-hidden" id={ID}>
      {t('common:newTab')}
    </span>
  );
}
