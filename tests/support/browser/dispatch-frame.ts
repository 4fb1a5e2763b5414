/** Replaces the frame that `braintree-web`'s wallets wait for, and reports that it is ready. */
import Framebus from 'framebus';

const channel = window.name.replace('dispatch_', '');
new Framebus({ channel }).emit('frameService:DISPATCH_FRAME_READY');
