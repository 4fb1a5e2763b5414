/** Texts after setting the credentials: language, headings with and without a login, and the links of both. */
export const SIGNED_IN_TEXTS = [
  ['English', "You're logged in", 'Your username and password are set', 'Open Evenkeel', 'Log In'],
  [
    'Español',
    'Ya inició sesión',
    'Su nombre de usuario y su contraseña ya están definidos',
    'Abrir Evenkeel',
    'Iniciar sesión',
  ],
  ['English (UK)', "You're logged in", 'Your username and password are set', 'Open Evenkeel', 'Log In'],
] as const;
