export interface SendingProps {
  text: string;
  /** Shown after a secondary button, such as Back. */
  otherText: string;
}

/** The empty element for the "sending" message, on pages that already load a script. */
export function Sending(props: SendingProps) {
  return <div data-enhance="sending" data-props={JSON.stringify(props)} />;
}
