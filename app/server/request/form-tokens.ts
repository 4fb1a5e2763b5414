export interface FormTokens {
  issue(visitorId: string): string;
  /** `formMark` marks form field names (app/components/form/form-token.tsx). Neither value identifies the visitor. */
  forVisitor(visitorId: string): { formToken: string; formMark: string };
  isValid(token: string, visitorId: string): boolean;
}
