import { useTranslate } from '~/components/page/use-translate';

export interface SendingProps {
  text: string;
}

/** The empty element for the "sending" message, on pages that already load a script. */
export function Sending() {
  const t = useTranslate();
  const props: SendingProps = { text: t('common:sending') };
  return <div data-enhance="sending" data-props={JSON.stringify(props)} />;
}
