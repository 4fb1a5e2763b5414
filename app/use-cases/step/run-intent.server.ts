import type { TypedResponse } from '@remix-run/node';
import { namedAction } from 'remix-utils/named-action';
import { findIntent } from '~/forms/intents';

interface Actions {
  /** The main button. */
  default(): unknown;
  /** A button that none of the others stands for, such as one of an older page. The main button's where it is left out. */
  other?(): unknown;
  /** By the value of the button (`INTENTS`). */
  [intent: string]: (() => unknown) | undefined;
}

type Answer<Of> = Of extends () => infer Returned ? Awaited<Returned> : never;

/** Does what the pressed button stands for. */
export async function runIntent<Of extends Actions>(form: FormData, actions: Of): Promise<Answer<Of[keyof Of]>> {
  // `namedAction` throws for an unknown name, calls what every object inherits (`constructor`), and takes names from other fields too.
  const name = nameOf(findIntent(form), actions);
  const pressed = new URLSearchParams(name === undefined ? [] : [['intent', name]]);
  // Its types know responses alone, and not what `data()` returns. It hands on whatever the action answers.
  const answer: unknown = await namedAction(
    pressed,
    actions as unknown as Record<string, () => Promise<TypedResponse>>,
  );
  return answer as Answer<Of[keyof Of]>;
}

/** Undefined for the main button. */
function nameOf(intent: string | undefined, actions: Actions): string | undefined {
  if (intent === undefined) return undefined;
  if (Object.hasOwn(actions, intent)) return intent;
  return actions.other && 'other';
}
