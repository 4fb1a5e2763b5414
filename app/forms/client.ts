import { z } from 'zod';
import { email, name } from './fields';

/** The client whom a professional invites. */
export const clientSchema = z.object({ firstName: name(), lastName: name(), email: email() });
