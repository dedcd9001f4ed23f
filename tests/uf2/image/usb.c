/* USB device with two CDC serial ports, polled (RP2040 data sheet, 4.1; USB 2.0, chapter 9; CDC 1.2). */
#include "rp2040.h"

#define SIE_CTRL (USB_REGISTERS + 0x4c)
#define SIE_STATUS (USB_REGISTERS + 0x50)
#define MAIN_CTRL (USB_REGISTERS + 0x40)
#define ADDR_ENDP (USB_REGISTERS + 0x00)
#define BUFF_STATUS (USB_REGISTERS + 0x58)
#define MUXING (USB_REGISTERS + 0x74)
#define PWR (USB_REGISTERS + 0x78)
#define INTE (USB_REGISTERS + 0x90)
#define BUS_RESET (1u << 19)
#define SETUP_RECEIVED (1u << 17)
#define RESUMED (1u << 11)
#define SUSPENDED (1u << 4)
#define FULL (1u << 15)
#define DATA1 (1u << 13)
#define AVAILABLE (1u << 10)
#define LENGTH 0x3ff
#define PACKET 64
#define RING 1024 /* a power of 2 */

#define ENDPOINT_CONTROL(n, is_out) (USB_MEMORY + 8 * (n) + ((is_out) ? 4 : 0))
#define BUFFER_CONTROL(n, is_out) (USB_MEMORY + 0x80 + 8 * (n) + ((is_out) ? 4 : 0))
#define BUFFER(n, is_out) (USB_MEMORY + 0x180 + 128 * ((n) - 1) + ((is_out) ? 64 : 0))
#define BUFFER_0 (USB_MEMORY + 0x100)
#define NOTICE_ENDPOINT(port) (2 * (port) + 1)
#define DATA_ENDPOINT(port) (2 * (port) + 2)

#define FUNCTION(port)                                                                              \
    8, 11, 2 * (port), 2, 2, 2, 0, 0,                        /* the two interfaces belong together */ \
        9, 4, 2 * (port), 0, 1, 2, 2, 0, 0,                  /* communication */                      \
        5, 0x24, 0, 0x10, 1,                                                                        \
        5, 0x24, 1, 0, 2 * (port) + 1,                                                              \
        4, 0x24, 2, 2,                                                                              \
        5, 0x24, 6, 2 * (port), 2 * (port) + 1,                                                     \
        7, 5, 0x80 | NOTICE_ENDPOINT(port), 3, 8, 0, 16,                                            \
        9, 4, 2 * (port) + 1, 0, 2, 10, 0, 0, 0,             /* data */                               \
        7, 5, DATA_ENDPOINT(port), 2, PACKET, 0, 0,                                                 \
        7, 5, 0x80 | DATA_ENDPOINT(port), 2, PACKET, 0, 0
#define FUNCTION_BYTES 66
#define TOTAL_BYTES (9 + PORTS * FUNCTION_BYTES)

static const uint8_t configuration[] = {
    9, 2, TOTAL_BYTES & 255, TOTAL_BYTES >> 8, 2 * PORTS, 1, 0, 0x80, 50, FUNCTION(CONSOLE), FUNCTION(DATA)};
_Static_assert(sizeof configuration == TOTAL_BYTES, "the total in its header");

static struct {
    uint8_t received[RING];
    uint32_t first, last; /* count all bytes */
    bool is_open, is_sending;
} ports[PORTS];
static uint32_t toggles[2][16]; /* DATA1 of the next packet, in and out */
static const uint8_t *answer;   /* of a control transfer: what is left of it */
static uint32_t answer_left;
static uint8_t address;
static bool status_is_due; /* the host has not yet sent the status stage of a control transfer */

struct usb_events usb_events;

static void give(int endpoint, bool is_out, const void *data, uint32_t length) {
    volatile uint8_t *buffer =
        (volatile uint8_t *)(uintptr_t)(endpoint ? BUFFER(endpoint, is_out) : BUFFER_0);
    for (uint32_t at = 0; data && at < length; at++) {
        buffer[at] = ((const uint8_t *)data)[at];
    }
    uint32_t control = length | toggles[is_out][endpoint] | (is_out ? 0 : FULL);
    toggles[is_out][endpoint] ^= DATA1;
    REG(BUFFER_CONTROL(endpoint, is_out)) = control;
    REG(BUFFER_CONTROL(endpoint, is_out)) = control | AVAILABLE;
}

static void answer_more(void) {
    uint32_t length = answer_left < PACKET ? answer_left : PACKET;
    give(0, false, answer, length);
    answer += length;
    answer_left -= length;
}

static void start_ports(void) {
    for (int port = 0; port < PORTS; port++) {
        int endpoint = DATA_ENDPOINT(port);
        toggles[0][endpoint] = toggles[1][endpoint] = 0;
        REG(ENDPOINT_CONTROL(endpoint, false)) =
            1u << 31 | 1u << 29 | 2u << 26 | (BUFFER(endpoint, false) & 0xfff);
        REG(ENDPOINT_CONTROL(endpoint, true)) =
            1u << 31 | 1u << 29 | 2u << 26 | (BUFFER(endpoint, true) & 0xfff);
        give(endpoint, true, NULL, PACKET);
    }
}

static void handle_setup(void) {
    volatile uint8_t *setup = (volatile uint8_t *)USB_MEMORY;
    uint32_t wanted = setup[6] | setup[7] << 8;
    toggles[0][0] = toggles[1][0] = DATA1;
    answer_left = 0;
    if (setup[0] == 0x80 && setup[1] == 6 && setup[3] == 2) {
        answer = configuration;
        answer_left = wanted < TOTAL_BYTES ? wanted : TOTAL_BYTES;
        answer_more();
        give(0, true, NULL, PACKET); /* the status stage */
        status_is_due = true;
        return;
    }
    if (setup[0] == 0 && setup[1] == 5) {
        address = setup[2];
    } else if (setup[0] == 0 && setup[1] == 9) {
        start_ports();
    } else if (setup[0] == 0x21 && setup[1] == 0x22) {
        ports[setup[4] / 2].is_open = setup[2] & 1;
    }
    give(0, false, NULL, 0);
}

static void receive(int port) {
    int endpoint = DATA_ENDPOINT(port);
    volatile uint8_t *buffer = (volatile uint8_t *)(uintptr_t)BUFFER(endpoint, true);
    uint32_t length = REG(BUFFER_CONTROL(endpoint, true)) & LENGTH;
    for (uint32_t at = 0; at < length; at++) {
        ports[port].received[ports[port].last++ % RING] = buffer[at];
    }
    give(endpoint, true, NULL, PACKET);
}

void usb_start(void) {
    for (uint32_t at = 0; at < 4096; at += 4) {
        REG(USB_MEMORY + at) = 0;
    }
    REG(MUXING) = 1 | 1 << 3; /* to the pads */
    REG(PWR) = 1 << 2 | 1 << 3;
    REG(MAIN_CTRL) = 1;
    /* A buffer is done, the bus is reset, sleeps or wakes up, a setup came. */
    REG(INTE) = 1 << 4 | 1 << 12 | 1 << 14 | 1 << 15 | 1 << 16;
    REG(NVIC_ENABLE) = 1 << 5;
    REG(SIE_CTRL) = 1 << 16 | 1 << 29; /* pull up D+, note each buffer of endpoint 0 */
}

void usb_poll(void) {
    uint32_t status = REG(SIE_STATUS);
    if (status & BUS_RESET) {
        REG(SIE_STATUS) = BUS_RESET;
        REG(ADDR_ENDP) = address = 0;
    }
    if (status & SUSPENDED) {
        REG(SIE_STATUS) = SUSPENDED;
        usb_events.suspends++;
    }
    if (status & RESUMED) {
        REG(SIE_STATUS) = RESUMED;
        usb_events.resumes++;
    }
    uint32_t done = REG(BUFF_STATUS);
    if (done) {
        REG(BUFF_STATUS) = done;
        status_is_due = status_is_due && !(done & 2);
        if (done & 1) {
            if (address) {
                REG(ADDR_ENDP) = address;
            }
            if (answer_left) {
                answer_more();
            }
        }
        for (int port = 0; port < PORTS; port++) {
            if (done & 1u << (2 * DATA_ENDPOINT(port))) {
                ports[port].is_sending = false;
            }
            if (done & 1u << (2 * DATA_ENDPOINT(port) + 1)) {
                receive(port);
            }
        }
    }
    if (status & SETUP_RECEIVED) {
        REG(SIE_STATUS) = SETUP_RECEIVED;
        usb_events.overtakings += status_is_due;
        status_is_due = false;
        handle_setup();
    }
}

int usb_read(int port) {
    if (ports[port].first == ports[port].last) {
        return -1;
    }
    return ports[port].received[ports[port].first++ % RING];
}

bool usb_write(int port, const char *text, size_t length) {
    if (ports[port].is_sending) {
        return false;
    }
    ports[port].is_sending = true;
    give(DATA_ENDPOINT(port), false, text, length);
    return true;
}

bool usb_is_open(int port) { return ports[port].is_open; }
