import type { Family } from '~/domain/people';

/** The family form's values for answers that were accepted. */
export function familyFormOf({ coParent, children }: Family) {
  return {
    ...coParent,
    knowsCoParentEmail: coParent.knowsCoParentEmail ? ('yes' as const) : ('no' as const),
    children: children.length > 0 ? children : [{}],
  };
}
