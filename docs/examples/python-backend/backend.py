"""A small backend for the front end, with nothing but Python's standard library.

It carries the three journeys to their end, and was written from docs/backend-contract.md alone.
Everything is in memory, mails are lines of the log, and no money moves: of payments it knows the
nonces of the sandbox's cards. What is sold, and where, is in catalogue.py.

    python3 docs/examples/python-backend/backend.py

and, in another terminal, the front end against it:

    NODE_ENV=development PAYMENT_PROVIDER=sandbox ALLOW_SANDBOX=on BACKEND_URL=http://127.0.0.1:4100 FLAGS=PAYPAL_IN_JOIN=off,GROW365=off npm start

Settings are environment variables: PORT (4100); PUBLIC_URL, the start of the links in mails
(http://localhost:3000/app/join); BACKEND_TOKEN, required on every call if it is set.

To try: the card 4111 1111 1111 1111, the activation code PREPAID-1, the discount link
/app/join/step1?ado=true&jek=spring&pv=MjA=, the e-mail taken@example.com, the username
taken.name, and the invite links that are printed at the start: one to use, one too old.
"""

import hashlib
import hmac
import json
import os
import re
import secrets
import sys
import threading
import time
import traceback
from calendar import monthrange
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlsplit
from uuid import uuid4

import catalogue

PORT = int(os.environ.get("PORT") or 4100)
PUBLIC_URL = os.environ.get("PUBLIC_URL") or "http://localhost:3000/app/join"
CONTRACT_VERSION = "1.0"
BACKEND_TOKEN = os.environ.get("BACKEND_TOKEN") or ""
LONGEST_BODY = 100_000
INVITE_SECONDS = 30 * 24 * 3600
PAUSE_SECONDS = 600  # Between two resent links to username and password.
SUCCESS = {"status": 200, "message": "success"}

# What a real backend keeps in a database. One lock guards all of it: each call is answered as a
# whole, so that a payment that is asked for twice at once is taken once.
LOCK = threading.RLock()
PEOPLE = {}  # signupId of parent A, or userId of an invited parent -> person
INVITES = {}  # invite token -> userId, the time it ends at, and whether its person had paid before
CREDENTIALS_TOKENS = {}  # clickToJoinToken -> userId
ACCOUNTS = {"taken.name": None}  # username in small letters -> {"userId", "salt", "hash"}
EMAILS = {"taken@example.com", "known.coparent@example.com"}
PROFESSIONALS = {}  # idempotency key -> answer
ROUTES = []


class Refusal(Exception):
    """An answer that is not a success."""

    def __init__(self, status, body):
        super().__init__(status)
        self.status, self.body = status, body


def refuse(status, message):
    return Refusal(status, {"status": status, "message": message})


def fault(field, text, status=422):
    return Refusal(status, {"validationErrors": [{"field": field, "text": text}]})


def answers(method, path):
    """Says which call a function answers; what stands in braces becomes its arguments."""

    def keep(function):
        ROUTES.append((method, re.compile(re.sub(r"{\w+}", "([^/]+)", path)), function))
        return function

    return keep


def log(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def mail(recipient, text):
    log(f"mail to {recipient}: {text}")


def hashed(secret, salt):
    return hashlib.scrypt(secret.encode(), salt=salt, n=2**14, r=8, p=1)


def is_password(account, password):
    return hmac.compare_digest(hashed(password, account["salt"]), account["hash"])


# People


def new_person(person_id, user_id, parent):
    person = {
        "id": person_id,
        "userId": user_id,
        "familyId": str(uuid4()),
        "registrationKey": secrets.token_urlsafe(24),
        "invitation": dict(parent),
        "parent": dict(parent),
        "address": None,
        "coParent": None,
        "children": [],
        "familyMembers": [],
        "paidFor": None,  # the package that the other parent has paid for
        "payments": {},  # idempotency key -> {"state", "key" that it came with, "answer" or "exception"}
        "paid": None,  # answer and order of the payment that was taken
        "agreedToTerms": False,
        "marketingOptIn": False,
        "username": None,
        "linkedAt": 0,  # When the link to username and password was last sent again.
    }
    PEOPLE[person_id] = person
    return person


def invite(parent, family, seconds=INVITE_SECONDS):
    user_id = str(uuid4())
    person = new_person(user_id, user_id, parent)
    person["familyMembers"] = [
        {
            "firstName": one["firstName"],
            "lastName": one["lastName"],
            "displayInitials": one["firstName"][:1] + one["lastName"][:1],
            "color": "teal",
            "userId": None,
        }
        for one in family
    ]
    mail_invite(person, seconds)
    return person


def mail_invite(person, seconds=INVITE_SECONDS):
    token = secrets.token_urlsafe(24)
    INVITES[token] = (person["id"], time.time() + seconds, person["paid"] is not None)
    link = f"{PUBLIC_URL}/invite?userId={person['id']}&token={token}"
    mail(person["parent"].get("email"), f"you have been invited: {link}")


def mail_credentials_link(person):
    token = secrets.token_urlsafe(24)
    CREDENTIALS_TOKENS[token] = person["userId"]
    person["linkedAt"] = time.time()
    link = f"{PUBLIC_URL}/credentials?userId={person['userId']}&token={token}"
    mail(person["parent"]["email"], f"choose username and password: {link}")


def require_registration(call, signup_id):
    person, key = PEOPLE.get(signup_id), call.header("X-Registration-Key")
    if not person or not hmac.compare_digest(key.encode(), person["registrationKey"].encode()):
        raise refuse(403, "Forbidden")
    return person


def find_invited(token):
    user_id, ends, _ = INVITES.get(token, (None, 0, False))
    return user_id if ends > time.time() else None


def require_invited(token, user_id):
    if find_invited(token) != user_id:
        raise refuse(403, "Forbidden")
    return PEOPLE[user_id]


def require_holder(call):
    """Whoever may read their record and choose a username: by an unused credentials or invite token."""
    user_id = CREDENTIALS_TOKENS.get(call.bearer) or find_invited(call.bearer)
    for person in PEOPLE.values():
        if user_id and person["userId"] == user_id and not person["username"]:
            return person
    raise refuse(403, "Forbidden")


def contact_for(call, person):
    """After a payment, an older link shows only what the invitation said: another person may hold it."""
    _, _, is_payers = INVITES.get(call.bearer, (None, 0, True))
    return person["parent" if is_payers or not live_payment(person) else "invitation"]


def keep_sections(call, person):
    sections, address = call.body["sections"], call.body.get("address") or {}
    if live_payment(person):  # It keeps the contact and address that it was made with.
        sections = [section for section in sections if section not in ("PARENT", "ADDRESS")]
    if "ADDRESS" in sections and address.get("line1") is not None:
        if not 3 <= len(address["line1"]) <= 50:
            raise fault("address.line1", call.text("line1"))
        person["address"] = address
    if "PARENT" in sections:
        person["parent"].update(call.body.get("parent") or {})
    if "SECURITY_CODE" in sections:
        person["salt"] = secrets.token_bytes(16)
        person["securityQuestion"] = call.body["securityQuestion"]
        for name in ("securityAnswer", "securityCode"):
            person[name] = hashed(call.body[name], person["salt"])
    if call.body.get("referral"):
        person["referral"] = call.body["referral"]


# Parent A's sign-up


@answers("POST", "/v2/registrations")
def create_registration(call):
    parent = call.body["parent"]
    if not catalogue.is_email(parent["email"]):
        raise fault("parent.email", call.text("email"))
    if parent["email"].lower() in EMAILS and not call.body["parentDuplicateConfirmed"]:
        raise fault("parent.duplicate", call.text("duplicate"))
    person = new_person(str(uuid4()), str(uuid4()), parent)
    return {"registrationKey": person["registrationKey"], "signupId": person["id"]}


@answers("PUT", "/v2/registrations/{signupId}")
def update_registration(call, signup_id):
    person = require_registration(call, signup_id)
    if "FAMILY" in call.body["sections"]:
        co_parent = call.body["coParent"]
        is_known = (co_parent["email"] or "").lower() in EMAILS
        if is_known and not call.body.get("coParentDuplicateConfirmed"):
            raise fault("coParent.duplicate", call.text("duplicate"))
        person["coParent"], person["children"] = co_parent, call.body.get("children") or []
    keep_sections(call, person)
    return {"signupId": signup_id}


@answers("DELETE", "/v2/registrations/{signupId}")
def discard_registration(call, signup_id):
    if signup_id in PEOPLE:
        person = require_registration(call, signup_id)
        if live_payment(person):
            raise refuse(409, "A payment has begun")
        del PEOPLE[signup_id]
    return {}


@answers("GET", "/v2/registrations/{signupId}/coupons")
def list_coupons(call, signup_id):
    require_registration(call, signup_id)
    return {"coupons": catalogue.coupons(call.header("X-Referrer-Key"))}


@answers("POST", "/v2/registrations/{signupId}/pricing")
def price_registration(call, signup_id):
    require_registration(call, signup_id)
    body = call.body
    both, codes = body["payForCoparent"], body["paymentCodes"]
    return price(call, body["orderDetail"], body["address"], both, codes) | {"request": body}


@answers("POST", "/v2/registrations/{signupId}/payment")
def pay_registration(call, signup_id):
    return pay(call, require_registration(call, signup_id))


@answers("GET", "/v2/registrations/{signupId}/payments/{key}")
def look_up_registration_payment(call, signup_id, key):
    return look_up(require_registration(call, signup_id), key)


@answers("POST", "/v2/registrations/{signupId}/links")
def resend_credentials_link(call, signup_id):
    person = require_registration(call, signup_id)
    if person["paid"] and not person["username"] and time.time() > person["linkedAt"] + PAUSE_SECONDS:
        mail_credentials_link(person)
    return SUCCESS  # Each time alike: the browser that asks may hold a copy of somebody's cookie.


# Payments


def price(call, order, address, both, codes):
    if order["packageId"] not in catalogue.PACKAGES:
        raise fault("order.packageId", call.text("package"))
    if not address:
        raise fault("address", call.text("required"))
    return catalogue.price(order, address, both, codes, call.header("X-Referrer-Key"))


def pay(call, person):
    """Charges a person once, whatever the key: another key returns the first payment."""
    key, body, nonce = call.header("Idempotency-Key"), call.body, call.body["payment"]["nonce"]
    known = person["payments"].get(key) or live_payment(person)
    if known:
        person["payments"][key] = known
        return answer_of(known, key)
    if payer := body.get("payer"):
        # Another tab, or another browser with the invite, may have stored other answers since.
        person["parent"].update(payer["parent"])
        person |= {part: payer[part] for part in ("address", "coParent", "children") if part in payer}
    both = body["payForCoparent"]
    priced = price(call, body["order"], person["address"], both, body["promoCodes"] or [])
    if body["payment"]["amountDisplayed"] != priced["totals"]["total"]:
        raise Refusal(409, {"pricing": priced})
    if priced["totals"]["total"] == 0 or (nonce or "").startswith("sandbox-approve-"):
        kept = {"state": "paid", "answer": take(person, body, priced)}
    elif not nonce:
        raise fault("payment.nonce", call.text("required"))
    elif nonce.startswith("sandbox-slow-"):
        kept = {"state": "pending", "order": (body, priced)}
    else:
        declined = nonce.startswith(("sandbox-decline-", "sandbox-fraud-"))
        exception = "Payment method declined" if declined else "Unexpected error"
        kept = {"state": "failed", "exception": exception}
    person["payments"][key] = kept | {"key": key}
    return answer_of(person["payments"][key], key)


def live_payment(person):
    """The payment that was taken, or may still be."""
    live = (one for one in person["payments"].values() if one["state"] != "failed")
    return next(live, None)


def answer_of(kept, key):
    if kept["state"] == "failed":
        raise Refusal(402, {"exception": kept["exception"], "status": 402})
    if kept["state"] != "paid":
        return {"state": "pending"}
    # Another key may be that of another person with the same invite.
    return kept["answer"] | ({} if key == kept["key"] else {"isJoined": True})


def look_up(person, key):
    kept = person["payments"].get(key)
    if not kept:
        return {"state": "none"}
    if kept["state"] == "failed":
        return {"state": "failed", "exception": kept["exception"]}
    if kept["state"] == "pending":
        kept |= {"state": "paid", "answer": take(person, *kept.pop("order"))}
    return answer_of(kept, key)


def take(person, body, priced):
    """The money is taken: what the receipt says, and the mails that follow."""
    now = datetime.now(timezone.utc)
    token = secrets.token_urlsafe(24)
    CREDENTIALS_TOKENS[token] = person["userId"]
    co_parent = person["coParent"]
    number = co_parent and co_parent.get("phoneNumber")
    answer = {
        "receipt": {
            # A provider tells the last four digits; the sandbox's nonces do not.
            "cardLastFour": None,
            "paymentType": body["payment"]["paymentType"],
            "totals": priced["totals"],
            "transactionId": secrets.token_hex(4),
            "payForCoParent": priced["payForCoParent"],
            "paymentCodeDetails": priced["paymentCodeDetails"],
            "transactionDateTime": now.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "orderNumber": f"{now:%y%m%d}-{secrets.randbelow(10**6):06}",
            "renewal": renewal(person, body, now),
            "terms": body.get("termsAgreement"),
        },
        "registration": {
            "parent": {
                "userId": person["userId"],
                "familyId": person["familyId"],
                "email": person["parent"]["email"],
            },
            "coParent": co_parent
            and {
                "email": co_parent["email"],
                "phoneNumberWithCountryCode": number and co_parent["phoneCountryCode"] + number,
            },
            "order": {"packageId": body["order"]["packageId"]},
            "promoCodes": body["promoCodes"],
        },
        "pricingInfo": {"couponDetail": priced["couponDetail"]},
        "clickToJoinToken": token,
        "gaPayloadBase64": None,
        "state": "paid",
    }
    person["paid"] = {"answer": answer, "order": body["order"]}
    person["marketingOptIn"] = body["marketingOptIn"]
    EMAILS.add(person["parent"]["email"].lower())
    mail(person["parent"]["email"], f"your receipt: {priced['totals']['totalFormatted']}")
    if co_parent:
        invited = invite(co_parent, [person["parent"], *person["children"]])
        invited["familyId"] = person["familyId"]
        invited["paidFor"] = body["order"]["packageId"] if body["payForCoparent"] else None
    return answer


def renewal(person, body, paid):
    """When the subscription renews, and at which price: without coupon and codes."""
    order, both = body["order"], body["payForCoparent"]
    totals = catalogue.price(order, person["address"], both, [], None)["totals"]
    year = paid.year + catalogue.years_of(order)
    day = min(paid.day, monthrange(year, paid.month)[1])
    at = paid.replace(year=year, day=day).strftime("%Y-%m-%dT%H:%M:%SZ")
    return {"date": at, "total": totals["total"], "totalFormatted": totals["totalFormatted"]}


# Username, password and sign-in


@answers("POST", "/v2/usernames/availability")
def check_username(call):
    require_holder(call)
    username = call.body["username"]
    meets = re.fullmatch(r"[\w,.'-]{6,30}", username, re.ASCII) is not None
    return {"available": username.lower() not in ACCOUNTS, "meetsRequirements": meets}


@answers("PUT", "/v2/credentials")
def set_credentials(call):
    username, password = call.body["username"].lower(), call.body["password"]
    account = ACCOUNTS.get(username)
    user_id = CREDENTIALS_TOKENS.get(call.bearer) or find_invited(call.bearer)
    if user_id and account and account["userId"] == user_id and is_password(account, password):
        return {"userId": user_id}  # A form that was sent twice.
    person = require_holder(call)
    if username in ACCOUNTS:
        raise fault("username", call.text("username"))
    salt = secrets.token_bytes(16)
    found = {"salt": salt, "hash": hashed(password, salt)}
    ACCOUNTS[username] = found | {"userId": person["userId"]}
    person["username"] = username
    return {"userId": person["userId"]}


@answers("POST", "/v2/sessions")
def create_session(call):
    account = ACCOUNTS.get(call.body["username"].lower())
    if not account or not is_password(account, call.body["password"]):
        return {"url": "/ofw/login.form"}
    auth = secrets.token_urlsafe(24)
    return {"url": "/ofw/appv2/home.form", "auth": auth, "userId": account["userId"]}


@answers("PUT", "/v2/families/{familyId}/flags/{flag}")
def set_family_flag(call, family_id, _flag):
    if require_holder(call)["familyId"] != family_id:
        raise refuse(403, "Forbidden")
    return {"value": call.body["value"]}


# An invited co-parent


@answers("POST", "/v2/invites/renewals")
def renew_invite(call):
    user_id, *_ = INVITES.get(call.body["inviteToken"], (None, 0, False))
    person = PEOPLE.get(user_id)
    if person and not person["username"]:
        mail_invite(person)
    return SUCCESS  # For every token: nobody learns which invites there are.


@answers("GET", "/v2/invites/{userId}")
def get_invite(call, user_id):
    person = require_invited(call.bearer, user_id)
    if person["username"]:
        raise refuse(410, "COMPLETED")
    parent, paid, is_payers = contact_for(call, person), person["paid"], INVITES[call.bearer][2]
    code = call.query("callingCode") or person["invitation"].get("phoneCountryCode")
    group, package_ids = catalogue.offer(call.query("country"), code)
    return {
        "userId": user_id,
        "familyMembers": person["familyMembers"],
        "isSubscriptionCurrent": person["paidFor"] is not None,
        "billingAddressComplete": person["address"] is not None,
        "requireCredentials": True,
        "userCreatedByPro": False,
        "coparentPackageId": person["paidFor"],
        "availableCoupons": [],
        "pricingGroupName": group,
        "packageIds": package_ids,
        "parent": parent,
        "parentComplete": "confirmed" in person,
        "paidOrder": paid | {"timeZone": parent.get("timeZone")} if paid and is_payers else None,
        "paidByAnother": summary_of(paid) if paid and not is_payers else None,
    }


def summary_of(paid):
    receipt = paid["answer"]["receipt"]
    total = receipt["totals"]["totalFormatted"]
    return {"order": paid["order"], "totalFormatted": total, "paidAt": receipt["transactionDateTime"]}


@answers("GET", "/v2/parents/{userId}")
def get_parent(call, user_id):
    person = require_holder(call)
    if person["userId"] != user_id:
        raise refuse(403, "Forbidden")
    return {
        "userId": user_id,
        "email": contact_for(call, person).get("email"),
        "agreedToTerms": person["agreedToTerms"],
        "marketingOptIn": person["marketingOptIn"],
        "address": {"country": (person["address"] or {}).get("country")},
    }


@answers("PUT", "/v2/parents/{userId}")
def update_parent(call, user_id):
    person = require_invited(call.bearer, user_id)
    keep_sections(call, person)
    person["confirmed"] = True
    return SUCCESS


@answers("POST", "/v2/parents/{userId}/terms")
def agree_to_terms(call, user_id):
    person = require_invited(call.header("X-Invite-Token"), user_id)
    person["agreedToTerms"] = call.body["agreedToTerms"]
    return SUCCESS


@answers("PUT", "/v2/parents/{userId}/marketing-opt-in")
def set_marketing_opt_in(call, user_id):
    person = require_invited(call.header("X-Invite-Token"), user_id)
    person["marketingOptIn"] = call.body["marketingOptIn"]
    return SUCCESS


@answers("POST", "/v2/parents/{userId}/country-criteria")
def check_parents_country(call, user_id):
    require_invited(call.bearer, user_id)
    return check_country(call)


@answers("POST", "/v2/parents/{userId}/pricing")
def price_parent(call, user_id):
    person, body = require_invited(call.bearer, user_id), call.body
    codes, address = body["subscriptionCodes"], body.get("payer", person)["address"]
    return {"pricing": price(call, body["orderDetail"], address, False, codes)}


@answers("POST", "/v2/parents/{userId}/payment")
def pay_parent(call, user_id):
    return pay(call, require_invited(call.bearer, user_id))


@answers("GET", "/v2/parents/{userId}/payments/{key}")
def look_up_parents_payment(call, user_id, key):
    owner, *_ = INVITES.get(call.bearer, (None, 0, False))  # Also by a link that has expired since.
    if owner != user_id:
        raise refuse(403, "Forbidden")
    return look_up(PEOPLE[user_id], key)


# Available packages


@answers("POST", "/v2/pricing-groups")
def find_pricing_group(call):
    group, package_ids = catalogue.offer(call.body["country"], call.body["countryCode"])
    return {"pricingGroupName": group, "packageIds": package_ids}


@answers("GET", "/v2/packages")
def list_packages(call):
    return catalogue.packages(call.query("ids"), call.query("pricingLocale"), call.language)


@answers("POST", "/v2/country-criteria")
def check_country(call):
    """Fails where the package is not sold in the country of the billing address."""
    criteria = call.body["countryCriteria"]
    _, offered = catalogue.offer(criteria["country"], criteria["countryCode"])
    return {"result": "success" if call.body["packageId"] in offered else "failure"}


@answers("GET", "/v2/payment-client-token")
def get_client_token(_call):
    return {"clientToken": "sandbox", "hiddenCardBrands": []}


# A professional


@answers("POST", "/v2/professional/users/validator")
def validate_professional(call):
    """One step's values, or those of all three: only what has come is looked at."""
    body = call.body
    if "email" in body and not catalogue.is_email(body["email"]):
        raise fault("email", call.text("email"), status=409)
    if body.get("email", "").lower() in EMAILS:
        raise fault("email", call.text("duplicate"), status=409)
    if "roles" in body and not body["roles"]:
        raise fault("roles", call.text("required"), status=409)
    if body.get("securityCode") != body.get("securityCodeConfirm"):
        raise fault("securityCodeConfirm", call.text("code"), status=409)
    return {"valid": True}


@answers("POST", "/v2/professional/users")
def create_professional(call):
    key, body = call.header("Idempotency-Key"), call.body
    if key not in PROFESSIONALS:
        validate_professional(call)
        name = {part: body[part] for part in ("title", "firstName", "lastName", "credentials")}
        rest = {part: body[part] for part in catalogue.PROFESSIONAL}
        PROFESSIONALS[key] = {"userId": str(uuid4()), "name": name} | rest
        mail(body["email"], "your professional account is ready")
    return PROFESSIONALS[key]


@answers("GET", "/v2/lookups/{list}")
def list_lookup(call, name):
    return catalogue.lookup(name, call.query("country"), call.language)


@answers("GET", "/v2/countries/{country}/regions")
def list_regions(_call, country):
    return catalogue.options(catalogue.REGIONS.get(country, {}))


@answers("GET", "/v2/countries/{country}/timezones")
def list_timezones(call, country):
    return catalogue.timezones(country, call.query("region"))


class Call(BaseHTTPRequestHandler):
    """One call of the front end: what it asks, and the answer to it."""

    protocol_version = "HTTP/1.1"
    body = None

    def header(self, name):
        return self.headers.get(name) or ""

    @property
    def bearer(self):
        return self.header("Authorization").removeprefix("Bearer ")

    @property
    def language(self):
        return "es" if self.header("Accept-Language").startswith("es") else "en"

    def query(self, name):
        return parse_qs(urlsplit(self.path).query).get(name, [None])[0]

    def text(self, name):
        return catalogue.TEXTS[name][self.language]

    def read(self):
        """Refuses strangers before anything of theirs is read."""
        token, length = self.header("X-Front-End-Token"), int(self.header("Content-Length") or 0)
        self.close_connection = True
        if BACKEND_TOKEN and not hmac.compare_digest(token.encode(), BACKEND_TOKEN.encode()):
            raise refuse(401, "Unauthorized")
        if length > LONGEST_BODY:
            raise refuse(413, "Content Too Large")
        raw = self.rfile.read(length)
        self.close_connection = False
        try:
            self.body = json.loads(raw) if raw else None
        except ValueError as cause:
            raise refuse(400, "Not JSON") from cause

    def route(self):
        for method, pattern, function in ROUTES:
            found = pattern.fullmatch(urlsplit(self.path).path)
            if found and method == self.command:
                with LOCK:
                    return function(self, *map(unquote, found.groups()))
        raise refuse(404, "Not Found")

    def do_GET(self):
        try:
            self.read()
            status, body = 200, self.route()
        except Refusal as refusal:
            status, body = refusal.status, refusal.body
        except Exception:  # A 5xx, never a 4xx: of a payment it says that nothing is known.
            log(traceback.format_exc())
            status, body = 500, {"status": 500, "message": "Internal Server Error"}
        sent = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("X-Contract-Version", CONTRACT_VERSION)
        self.send_header("Content-Length", str(len(sent)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(sent)

    do_POST = do_PUT = do_DELETE = do_GET

    def log_request(self, code="-", size="-"):
        log(f"{self.header('X-Request-Id')} {self.command} {urlsplit(self.path).path} {code}")


def main():
    ben = {"firstName": "Ben", "lastName": "Lee", "email": "ben@example.com"}
    ben |= {"phoneCountryCode": "+1", "phoneNumber": "6125550199"}
    ann = {"firstName": "Ann", "lastName": "Lee"}
    invite(ben, [ann])
    invite(ben, [ann], seconds=-1)
    server = ThreadingHTTPServer(("127.0.0.1", PORT), Call)
    log(f"listening on http://127.0.0.1:{server.server_port}")
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
