import { useTranslate } from '~/components/page/use-translate';

/** What the script beside a step's buttons is given (app/enhance/sending.tsx). */
export interface SendingProps {
  text: string;
}

/** The empty place that says that the form is on its way, on pages that carry a script for something else. */
export function Sending() {
  const t = useTranslate();
  const props: SendingProps = { text: t('common:sending') };
  return <div data-enhance="sending" data-props={JSON.stringify(props)} />;
}
