/** W3C WebDriver commands (https://www.w3.org/TR/webdriver2/) by HTTP path, and by Marionette's name. */
export const COMMANDS = {
  newSession: { http: 'POST /session', marionette: 'WebDriver:NewSession' },
  deleteSession: { http: 'DELETE /session/{session}', marionette: 'WebDriver:DeleteSession' },
  navigateTo: { http: 'POST /session/{session}/url', marionette: 'WebDriver:Navigate' },
  getTitle: { http: 'GET /session/{session}/title', marionette: 'WebDriver:GetTitle' },
  getUrl: { http: 'GET /session/{session}/url', marionette: 'WebDriver:GetCurrentURL' },
  back: { http: 'POST /session/{session}/back', marionette: 'WebDriver:Back' },
  findElements: { http: 'POST /session/{session}/elements', marionette: 'WebDriver:FindElements' },
  click: { http: 'POST /session/{session}/element/{id}/click', marionette: 'WebDriver:ElementClick' },
  clear: { http: 'POST /session/{session}/element/{id}/clear', marionette: 'WebDriver:ElementClear' },
  sendKeys: { http: 'POST /session/{session}/element/{id}/value', marionette: 'WebDriver:ElementSendKeys' },
  getText: { http: 'GET /session/{session}/element/{id}/text', marionette: 'WebDriver:GetElementText' },
  getProperty: {
    http: 'GET /session/{session}/element/{id}/property/{name}',
    marionette: 'WebDriver:GetElementProperty',
  },
  isSelected: { http: 'GET /session/{session}/element/{id}/selected', marionette: 'WebDriver:IsElementSelected' },
  getCookies: { http: 'GET /session/{session}/cookie', marionette: 'WebDriver:GetCookies' },
  setWindowRect: { http: 'POST /session/{session}/window/rect', marionette: 'WebDriver:SetWindowRect' },
  takeScreenshot: { http: 'GET /session/{session}/screenshot', marionette: 'WebDriver:TakeScreenshot' },
} as const;

export type Command = keyof typeof COMMANDS;
export type Params = Record<string, unknown>;

/** Sends commands to a browser. A refused command rejects with `CommandRefused`. */
export interface Transport {
  send(command: Command, params?: Params): Promise<unknown>;
  /** Ends the session and the browser. */
  close(): Promise<void>;
}

/** Error codes: https://www.w3.org/TR/webdriver2/#errors. */
export class CommandRefused extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(`${code}: ${message}`);
  }
}
