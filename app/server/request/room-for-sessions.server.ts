import type { Limits } from '~/server/services/limits.server';
import type { StoreRoom } from '~/server/services/store-room.server';
import type { Session } from '~/server/session/session.server';
import type { SessionState } from '~/server/session/session-state';
import { RefusedRequest } from './refused-request';
import type { PostedStep } from './request-context.server';

interface Writing {
  session: Session<SessionState>;
  posted: PostedStep;
  visitorId: string;
  clientAddress: string;
}

const NO_ROOM_SECONDS = 5 * 60;

/**
 * Before a session is written: keeps a browser or an address from filling the disk with sessions in which nothing was begun, and leaves what
 * room there is to those who have one already (docs/decisions/0058).
 *
 * @returns call it before each commit; throws RefusedRequest with what was typed, where it is not to be written
 */
export function roomForSessions({ limits, room }: { limits: Limits; room: StoreRoom }) {
  return async function requireRoom({ session, posted, visitorId, clientAddress }: Writing): Promise<void> {
    const form = postedFields(posted);
    if (posted.isLeftUnsaved) throw new RefusedRequest(413, 'draft-too-large', { form });
    if (!session.beginsNow || isWorthARow(session.state)) return;
    if (room.isLow()) throw new RefusedRequest(503, 'no-room', { form, retryAfter: NO_ROOM_SECONDS });
    const retryAfter = await limits.consume('session', { visitorId, clientAddress });
    if (retryAfter > 0) throw new RefusedRequest(429, 'too-many-requests', { form, retryAfter });
  };
}

/** A sign-up was counted when it was begun, and a payment's link opens one session for each time it is mailed. */
function isWorthARow(state: SessionState | undefined): boolean {
  return state?.registration !== undefined || state?.paid !== undefined;
}

function postedFields(posted: PostedStep): [name: string, value: string][] {
  return [...(posted.findForm() ?? [])].map(([name, value]) => [name, String(value)]);
}
