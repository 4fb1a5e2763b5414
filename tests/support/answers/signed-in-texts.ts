/** Texts after setting the credentials: language, headings with and without a login, the links of both, and the link to the receipt. */
export const SIGNED_IN_TEXTS = [
  [
    'English',
    "You're logged in",
    'Your username and password are set',
    'Open Evenkeel',
    'Log In',
    'See your receipt now',
  ],
  [
    'Español',
    'Ya inició sesión',
    'Su nombre de usuario y su contraseña ya están definidos',
    'Abrir Evenkeel',
    'Iniciar sesión',
    'Ver su recibo ahora',
  ],
  [
    'English (UK)',
    "You're logged in",
    'Your username and password are set',
    'Open Evenkeel',
    'Log In',
    'See your receipt now',
  ],
] as const;
