"""What the example sells, and where: packages, prices, taxes, lists and texts."""

import re

PROFESSIONAL = [
    *["email", "phoneCountryCode", "phoneNumber", "phoneExtension", "practiceName"],
    *["addressLine1", "addressLine2", "country", "city", "region", "postalCode"],
    *["timezone", "roles"],
]

TEXTS = {
    "code": {
        "en": "Must match your 4 digit security code",
        "es": "Debe coincidir con su código de seguridad de 4 dígitos",
    },
    "duplicate": {
        "en": "This email already has an account.",
        "es": "Este correo ya tiene una cuenta.",
    },
    "email": {"en": "Invalid email address", "es": "El correo electrónico no es válido"},
    "line1": {
        "en": "Must be between 3 and 50 characters",
        "es": "Debe tener entre 3 y 50 caracteres",
    },
    "package": {"en": "This package is not sold", "es": "Este paquete no está a la venta"},
    "required": {"en": "This field is required", "es": "Este campo es obligatorio"},
    "username": {
        "en": "This username cannot be used",
        "es": "No se puede usar este nombre de usuario",
    },
}

# Referrer key -> coupon.
COUPONS = {"spring": {"couponCode": "SPRING20", "description": "20% off", "percent": 20}}
# Activation codes, bought beforehand; each pays for one subscription.
ACTIVATION_CODES = {"PREPAID-1"}
# Sales tax of a state, in thousandths of a percent.
TAX_RATES = {"MN": 6875, "NY": 8875, "TX": 8250}

SYMBOLS = {"USD": "$", "GBP": "£"}
ESSENTIALS = {"en": "Essentials", "es": "Esencial"}
PREMIUM = {"en": "Premium", "es": "Premium"}
CUSTOM = {"en": "Build your own", "es": "A su medida"}
# id -> code, name, years, currency, price. Pounds hold the VAT.
PACKAGES = {
    "2011": ("ESSENTIALS1", ESSENTIALS, 1, "USD", 10800),
    "2021": ("PREMIUM1", PREMIUM, 1, "USD", 16800),
    "2022": ("PREMIUM2", PREMIUM, 2, "USD", 31200),
    "2041": ("CUSTOM1", CUSTOM, 1, "USD", 9600),
    "2061": ("UKESSENTIALS1", ESSENTIALS, 1, "GBP", 11988),
    "2063": ("UKPREMIUM1", PREMIUM, 1, "GBP", 21588),
}
# Of the package that people build themselves: the terms, and the options for a year.
TERMS = {"SUB1YEAR": (1, 9600), "SUB2YEAR": (2, 18000)}
OPTIONS = {"MYFILES": ("1 GB", 2400), "TONEMETER": ("ToneMeter", 1200)}
FEATURES = {
    "en": ["Shared family calendar", "Secure messages"],
    "es": ["Calendario familiar compartido", "Mensajes seguros"],
}


def is_email(text):
    return re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s]+", text) is not None


def money(amount, currency):
    return f"{SYMBOLS[currency]}{amount // 100:,}.{amount % 100:02}"


def vat(amount):
    """The 20 % that an amount holds already."""
    return round(amount / 6)


def offer(country, phone_code):
    """Pricing group and packages: by the country, by the phone before there is one."""
    if country == "GB" or (not country and (phone_code or "").lstrip("+") == "44"):
        return "P2", ["2061", "2063"]
    return "P3", ["2011", "2021", "2022", "2041"]


def coupons(referrer):
    coupon = COUPONS.get(referrer)
    return [{name: coupon[name] for name in ("couponCode", "description")}] if coupon else []


def packages(ids, pricing_locale, language):
    """Those that are asked for by id, wherever they are sold; else all of the locale."""
    if ids:
        wanted = [one for one in ids.split(",") if one in PACKAGES]
    else:
        currency = "GBP" if pricing_locale == "UK" else "USD"
        wanted = [one for one in PACKAGES if PACKAGES[one][3] == currency]
    return [package(one, language) for one in wanted]


def package(package_id, language):
    code, names, years, currency, amount = PACKAGES[package_id]
    included = vat(amount) if currency == "GBP" else None
    found = {
        "id": package_id,
        "code": code,
        "displayName": names[language],
        "receiptText": names[language],
        "features": FEATURES[language],
        "subDurationInYears": years,
        "buildYourOwn": names is CUSTOM,
        "analyticsPackage": code[:-1],
        "currencyCode": currency,
        "currencySymbol": SYMBOLS[currency],
        "price": amount,
        "priceFormatted": money(amount, currency),
        "vatAmount": included,
        "vatAmountFormatted": included and money(included, currency),
        "priority": list(PACKAGES).index(package_id) + 1,
        "subscriptions": [],
        "options": [],
    }
    if names is CUSTOM:
        found["subscriptions"] = [
            {"productId": one, "years": term, "price": of, "priceFormatted": money(of, currency)}
            for one, (term, of) in TERMS.items()
        ]
        found["options"] = [
            {
                "code": one,
                "displayName": name,
                "pricePerYear": of,
                "pricePerYearFormatted": money(of, currency),
            }
            for one, (name, of) in OPTIONS.items()
        ]
    return found


def price_of(order):
    """What one subscription costs, without discount and tax."""
    _, names, _, _, amount = PACKAGES[order["packageId"]]
    if names is not CUSTOM:
        return amount
    years, amount = TERMS[order["productId"]]
    # CALLSBASIC comes among the services without having been offered: it is free.
    return amount + sum(OPTIONS[one][1] * years for one in order["services"] if one in OPTIONS)


def years_of(order):
    _, names, years, _, _ = PACKAGES[order["packageId"]]
    return TERMS[order["productId"]][0] if names is CUSTOM else years


def price(order, address, both, codes, referrer):
    """Prices an order: first the discount, then activation codes, then tax on what is left.

    In dollars tax is added; in pounds it is what the total holds of VAT.
    """
    currency, one = PACKAGES[order["packageId"]][3], price_of(order)
    sub_total, coupon = one * (2 if both else 1), COUPONS.get(referrer)
    discount = sub_total * coupon["percent"] // 100 if coupon else 0
    left, details = sub_total - discount, []
    for code in dict.fromkeys(codes):
        if code in ACTIVATION_CODES and left > 0:
            amount = min(one, left)
            left -= amount
            details.append(
                {"code": code, "amount": amount, "amountFormatted": money(amount, currency)}
            )
    if currency == "GBP":
        tax, total, percent = vat(left), left, 20
    else:
        rate = TAX_RATES.get(address["region"], 0) if address["country"] == "US" else 0
        tax = (left * rate + 50_000) // 100_000
        total, percent = left + tax, rate / 1000
    amounts = {
        "paymentCodeTotal": sum(detail["amount"] for detail in details),
        "taxAmount": tax,
        "selectedPackageTotal": one,
        "subTotal": sub_total,
        "subTotalAfterDiscount": sub_total - discount,
        "total": total,
    }
    texts = {f"{name}Formatted": money(amount, currency) for name, amount in amounts.items()}
    detail = {"discount": discount, "discountFormatted": money(discount, currency)}
    return {
        "couponDetail": coupons(referrer)[0] | detail if coupon else None,
        "payForCoParent": both,
        "paymentCodeDetails": details,
        "taxes": tax,
        "taxId": "-".join(filter(None, [address["country"], address["region"]])),
        "finalPrice": total,
        "taxesCalculated": True,
        "totals": {"currencyCode": currency, "taxRate": percent, **amounts, **texts},
    }


# The lists of the professional's form. A real backend has the whole world here, all in Spanish too.
LOOKUPS = {
    "titles": {"MR": "Mr.", "MS": "Ms.", "MRS": "Mrs.", "HON": "Hon.", "DR": "Dr."},
    # The front end asks more of whoever chooses one of the first three.
    "referrals": {
        "BENCH_OFFICER": "Ordered by bench officer",
        "COLLEAGUE": "Referred by colleague",
        "OTHER": "Other",
        "SEARCH_ENGINE": "Search engine",
    },
    "bench-officers": {"JUDGE": "Judge", "MAGISTRATE": "Magistrate"},
    "colleagues": {"ATTORNEY": "Attorney", "THERAPIST": "Therapist"},
    "country-codes": {"+1": "US/Canada +1", "+44": "United Kingdom +44"},
    "countries": {"GB": "United Kingdom", "US": "United States"},
}
ROLES = {"US": ["ATTORNEY", "MEDIATOR", "JUDGE"], "GB": ["SOLICITOR", "BARRISTER", "MEDIATOR"]}
ROLE_NAMES = {
    "ATTORNEY": {"en": "Attorney", "es": "Abogado o abogada"},
    "BARRISTER": {"en": "Barrister", "es": "Barrister (abogado o abogada litigante)"},
    "JUDGE": {"en": "Judge", "es": "Juez o jueza"},
    "MEDIATOR": {"en": "Mediator", "es": "Mediador o mediadora"},
    "SOLICITOR": {"en": "Solicitor", "es": "Solicitor (abogado o abogada)"},
}
REGIONS = {"US": {"MN": "Minnesota", "NY": "New York", "TX": "Texas"}}
TIMEZONES = {
    "US": {"America/Chicago": "Central time", "America/New_York": "Eastern time"},
    "GB": {"Europe/London": "London"},
}


def options(names):
    return [{"value": value, "name": name} for value, name in names.items()]


def lookup(name, country, language):
    if name == "roles":
        return options({one: ROLE_NAMES[one][language] for one in ROLES.get(country, [])})
    return options(LOOKUPS.get(name, {}))


def timezones(country, region):
    zones = TIMEZONES.get(country, {})
    if country == "US" and region:
        own = "America/New_York" if region == "NY" else "America/Chicago"
        zones = {own: zones[own]}
    return options(zones)
