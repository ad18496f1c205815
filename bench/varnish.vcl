vcl 4.1;

# A CDN of one's own: keeps what readers get for an hour, and forgets by key what PURGE_URL is told (/purge).
# ORIGIN_PORT is replaced by the measurement; set yours.
backend default { .host = "127.0.0.1"; .port = "ORIGIN_PORT"; }

acl purgers { "127.0.0.1"; "::1"; }

sub vcl_recv {
  if (req.method == "POST" && req.url == "/purge") {
    if (client.ip !~ purgers) { return (synth(403)); }
    # Keys are words of the header: what a regular expression would take for more is escaped.
    set req.http.X-Keys = regsuball(regsuball(req.http.Surrogate-Key, "[.*()]", "\\\0"), " ", "|");
    ban("obj.http.Surrogate-Key ~ (^|\s)(" + req.http.X-Keys + ")(\s|$)");
    return (synth(200));
  }
}

sub vcl_backend_response {
  # Only what shared caches may keep; a change is purged, so that age alone decides about prices and trending lists.
  if (beresp.http.Surrogate-Key && beresp.http.Cache-Control ~ "s-maxage") { set beresp.ttl = 1h; }
}

sub vcl_deliver {
  # Readers' browsers keep nothing by these.
  unset resp.http.Surrogate-Key;
}
